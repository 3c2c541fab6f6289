/* A hidden Markov model, by the forward algorithm in log space: which tables of a casino cheat?
 *
 * At a cheating table the dealer changes between a fair die and a loaded one, unseen: hidden
 * states. The probability of all the rolls of a table, whatever the states were, is
 *
 *     alpha[0][j] = start[j] * P(roll 0 | j)
 *     alpha[t][j] = P(roll t | j) * sum over i of alpha[t-1][i] * move[i][j]
 *
 * e^-1800 for a thousand rolls, which is 0 in double precision. In logs products are sums and sums
 * are log-sum-exps, for all tables at once: lanescan_logsumexp over one dimension of a tensor
 * [tables][from][to]. */
#include "example.h"

#include <lanescan.h>

enum { TABLES = 64, ROLLS = 1000, FACES = 6, FAIR = 0, LOADED = 1, STATES = 2, FEW = 12 };

static const double start[STATES] = { 0.5, 0.5 };
static const double move[STATES][STATES] = { { 0.95, 0.05 }, { 0.10, 0.90 } };
static const double shows[STATES][FACES] = {
    { 1 / 6., 1 / 6., 1 / 6., 1 / 6., 1 / 6., 1 / 6. },
    { 0.15, 0.15, 0.15, 0.15, 0.15, 0.25 }, /* a six too often, not by much */
};

static int rolls[TABLES][ROLLS];
static bool cheats[TABLES];

static void play(void)
{
    uint64_t seed = 7;
    for (int table = 0; table < TABLES; table++) {
        cheats[table] = uniform(&seed) < 0.5;
        int state = FAIR;
        for (int t = 0; t < ROLLS; t++) {
            if (cheats[table] && uniform(&seed) < move[state][!state])
                state = !state;
            double u = uniform(&seed);
            int face = 0;
            while (face < FACES - 1 && (u -= shows[state][face]) >= 0)
                face++;
            rolls[table][t] = face;
        }
    }
}

/* log P(the first `length` rolls of each table | the table cheats) */
static void forward(int length, double *log_evidence)
{
    static double alpha[TABLES][STATES], terms[TABLES][STATES][STATES];
    const int64_t shape[] = { TABLES, STATES, STATES };
    const int from = 1;
    const lanescan_tensor all_terms = { terms, shape, NULL, 3, LANESCAN_F64 };
    const lanescan_tensor all_alpha = { alpha, shape, NULL, 2, LANESCAN_F64 };
    const lanescan_tensor evidence = { log_evidence, shape, NULL, 1, LANESCAN_F64 };

    for (int table = 0; table < TABLES; table++)
        for (int j = 0; j < STATES; j++)
            alpha[table][j] = log(start[j]) + log(shows[j][rolls[table][0]]);
    for (int t = 1; t < length; t++) {
        for (int table = 0; table < TABLES; table++)
            for (int i = 0; i < STATES; i++)
                for (int j = 0; j < STATES; j++)
                    terms[table][i][j] = alpha[table][i] + log(move[i][j]);
        verify(lanescan_logsumexp(&all_terms, &from, 1, NULL, &all_alpha) == LANESCAN_OK,
               "logsumexp");
        for (int table = 0; table < TABLES; table++)
            for (int j = 0; j < STATES; j++)
                alpha[table][j] += log(shows[j][rolls[table][t]]);
    }
    verify(lanescan_logsumexp(&all_alpha, &from, 1, NULL, &evidence) == LANESCAN_OK, "logsumexp");
}

/* The same another way: probabilities, scaled to a sum of 1 at each step, whose logs are summed. */
static double scaled(int table)
{
    long double alpha[STATES], before[STATES] = { 0 }, log_scale = 0;
    for (int t = 0; t < ROLLS; t++) {
        long double sum = 0;
        for (int j = 0; j < STATES; j++) {
            alpha[j] = t ? 0 : start[j];
            for (int i = 0; t && i < STATES; i++)
                alpha[j] += before[i] * move[i][j];
            sum += alpha[j] *= shows[j][rolls[table][t]];
        }
        for (int j = 0; j < STATES; j++)
            before[j] = alpha[j] / sum;
        log_scale += logl(sum);
    }
    return (double)log_scale;
}

/* And by the definition, for few rolls: the sum over every sequence of hidden states. */
static double every_path(int table)
{
    double sum = 0;
    for (int path = 0; path < 1 << FEW; path++) {
        double p = 1;
        for (int t = 0; t < FEW; t++) {
            const int state = path >> t & 1, last = t ? path >> (t - 1) & 1 : 0;
            p *= (t ? move[last][state] : start[state]) * shows[state][rolls[table][t]];
        }
        sum += p;
    }
    return log(sum);
}

int main(void)
{
    static double few[TABLES], all[TABLES];
    play();
    forward(FEW, few);
    forward(ROLLS, all);

    const double if_fair = ROLLS * log(1 / 6.);
    int found = 0, missed = 0, wronged = 0;
    printf("Which tables cheat? log P(rolls | cheats) - log P(rolls | fair)\n\n");
    for (int table = 0; table < TABLES; table++) {
        const double log_odds = all[table] - if_fair;
        printf("%8.2f%c%s", log_odds, (log_odds > 0) == cheats[table] ? ' ' : '*',
               table % 8 == 7 ? "\n" : "");
        found += log_odds > 0 && cheats[table];
        missed += log_odds <= 0 && cheats[table];
        wronged += log_odds > 0 && !cheats[table];
    }
    printf("\n%d cheaters found, %d missed, %d honest tables accused (* is wrong), of %d\n", found,
           missed, wronged, TABLES);
    printf("the likelihoods themselves: exp(%.1f) = %g in double precision\n", all[0], exp(all[0]));

    for (int table = 0; table < TABLES; table++) {
        verify(fabs(all[table] - scaled(table)) < 1e-10, "not the scaled forward algorithm's");
        verify(fabs(few[table] - every_path(table)) < 1e-13, "not the sum over all paths");
    }
    verify(missed + wronged < TABLES / 4, "the model does not tell the tables apart");
    printf("verified: the scaled algorithm in long double, and every path of %d rolls\n", FEW);
    return 0;
}
