package dev.tern.query;

import dev.tern.query.expand.Subgraph;
import dev.tern.query.rank.Ranking;
import dev.tern.query.recognise.Recognition;
import dev.tern.query.seed.Seeds;

/**
 * The results of the steps that {@link RetrievalSteps} runs.
 *
 * @param recognition the result of recognise
 * @param seeds the result of seed
 * @param reached the result of expand
 * @param ranking the result of rank
 */
record RetrievedRanking(Recognition recognition, Seeds seeds, Subgraph reached, Ranking ranking) {}
