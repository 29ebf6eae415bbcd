/** Whether an answer was seen in a confirmed checkpoint, and if not, what is known. */
export type Confirmation =
  { readonly saved: true; readonly at: Date } | { readonly saved: false; readonly reason: string };
