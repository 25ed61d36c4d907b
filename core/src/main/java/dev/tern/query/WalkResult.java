package dev.tern.query;

import dev.tern.query.expand.Subgraph;
import dev.tern.query.rank.Ranking;
import dev.tern.query.recognise.Recognition;
import dev.tern.query.seed.Seeds;

/**
 * What the steps of one {@link GraphWalk} returned.
 *
 * @param names of recognise
 * @param seeds of seed
 * @param reached of expand
 * @param ranking of rank
 */
record WalkResult(Recognition names, Seeds seeds, Subgraph reached, Ranking ranking) {}
