/** A conversation as the demo model's rules see it, whatever library or protocol it came by. */
export interface Line {
  readonly role: 'system' | 'person' | 'assistant' | 'tool';
  readonly text: string;
  /** What an assistant line asked for. */
  readonly calls?: readonly PlannedCall[];
}

export interface PlannedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What the model does next: says something, or asks for tools. */
export type Plan =
  | { readonly text: string; readonly calls?: undefined }
  | { readonly calls: readonly PlannedCall[]; readonly text?: undefined };
