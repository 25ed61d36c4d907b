/**
 * Question sets: {@link dev.tern.eval.questions.BeirDataset} reads them, {@link dev.tern.eval.questions.OriginalFiles} makes
 * them of the files that MuSiQue, HotpotQA, 2WikiMultihopQA and HippoRAG publish, and
 * {@link dev.tern.eval.questions.MergedCorpus} lets several share one corpus.
 */
@NullMarked
package dev.tern.eval.questions;

import org.jspecify.annotations.NullMarked;
