// What runs first and waits for no text: no file that is dropped opens in place of the page, not even while it is loading.

/** Whether what is dropped or pasted carries files. */
export const carries = (transfer) => transfer !== null && [...transfer.types].includes("Files");

for (const name of ["dragover", "drop"]) {
  addEventListener(name, (event) => { if (carries(event.dataTransfer)) event.preventDefault(); });
}
