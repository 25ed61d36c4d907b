// Files as they are dropped, pasted or chosen: also those in folders, each with its path.

import { phrase } from "./texts.js";

const MOST = 2000;

function read(entry) {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function some(reader) {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

async function walk(entry, found) {
  if (found.length >= MOST) throw new Error(phrase("staged.many", { n: MOST }));
  if (entry.isFile) {
    found.push({ path: entry.fullPath.replace(/^\//, ""), file: await read(entry) });
    return;
  }
  const reader = entry.createReader();
  for (let entries = await some(reader); entries.length > 0; entries = await some(reader)) {
    for (const inner of entries) await walk(inner, found);
  }
}

/** Files that were chosen; those of a folder have their path in it. */
export function chosenIn(files) {
  if (files.length > MOST) throw new Error(phrase("staged.many", { n: MOST }));
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** The files of a drop or a paste. */
export async function filesOf(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return chosenIn(transfer.files);
  const found = [];
  for (const entry of entries) await walk(entry, found);
  return found;
}
