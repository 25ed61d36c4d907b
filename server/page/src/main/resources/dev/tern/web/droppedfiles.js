// Files from drops, pastes and selections, also inside folders, each with its path.

import { phrase } from "./texts.js";

const MAX_FILES = 2000;

function fileOf(entry) {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function readEntries(reader) {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

async function collectFiles(entry, found) {
  if (found.length >= MAX_FILES) throw new Error(phrase("staged.many", { n: MAX_FILES }));
  if (entry.isFile) {
    found.push({ path: entry.fullPath.replace(/^\//, ""), file: await fileOf(entry) });
    return;
  }
  const reader = entry.createReader();
  for (let entries = await readEntries(reader); entries.length > 0; entries = await readEntries(reader)) {
    for (const inner of entries) await collectFiles(inner, found);
  }
}

/** Returns selected files with their paths; files of a folder carry it in their path. */
export function filesWithPaths(files) {
  if (files.length > MAX_FILES) throw new Error(phrase("staged.many", { n: MAX_FILES }));
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Returns the files of a drop or a paste. */
export async function transferredFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return filesWithPaths(transfer.files);
  const found = [];
  for (const entry of entries) await collectFiles(entry, found);
  return found;
}
