/**
 * Question sets: {@link dev.tern.eval.questions.BeirDataset} reads them,
 * {@link dev.tern.eval.questions.OriginalFiles} converts the published files of MuSiQue, HotpotQA,
 * 2WikiMultihopQA and HippoRAG, and {@link dev.tern.eval.questions.MergedCorpus} merges corpora.
 */
@NullMarked
package dev.tern.eval.questions;

import org.jspecify.annotations.NullMarked;
