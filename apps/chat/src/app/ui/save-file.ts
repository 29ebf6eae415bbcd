/** A file to be saved: a text, or bytes that are to stay as they are. */
export type FileToSave =
  | { readonly name: string; readonly type: string; readonly text: string }
  | { readonly name: string; readonly content: Blob };

/** Hands a file to the browser to be saved. */
export function saveFile(file: FileToSave): void {
  const content =
    'content' in file
      ? file.content
      : new Blob([file.text], { type: `${file.type};charset=utf-8` });
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser has taken the address up by the time of the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}
