import type { RecordKind } from './records.ts';

/** What is told of a record in a list: never what it quotes, but for the question itself. */
export interface WorkOutline {
  /** What a person calls the piece of work. */
  readonly question: string;
  readonly stage: string;
  /** Whether there is nothing left to do. */
  readonly isDone: boolean;
  readonly counts: Readonly<Record<string, number>>;
}

/** How a server begins, shows and goes on with the records of one kind, whatever the kind. */
export interface WorkRoutine {
  /** Its name is the route's: `/api/<name>`. */
  readonly kind: RecordKind<object>;
  readonly begin: (question: string) => object;
  /** Of a record of this kind. */
  readonly outline: (record: object) => WorkOutline;
  /** Input of a run that goes on with a record. */
  readonly inputFor: (id: string) => Readonly<Record<string, unknown>>;
}
