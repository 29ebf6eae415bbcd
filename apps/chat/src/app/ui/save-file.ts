/** Hands a text to the browser to be saved as a file. */
export function saveFile(file: {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}): void {
  const url = URL.createObjectURL(new Blob([file.text], { type: `${file.type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser has taken the address up by the time of the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}
