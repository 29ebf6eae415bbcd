import { isString, listOf, oneOf, shapeOf, type Guard } from './shape.ts';

/** What a client shows in a conversation with an assistant, beside the messages themselves. */
export const ASSISTANT_FEATURES = [
  /** It reads the owner's cross-thread memory: the memory list, its modes, receipts and questions. */
  'memory',
  /** Its thread keeps standing instructions that the person can see and remove. */
  'instructions',
  /** Its thread converts files: sources, result, report and the instructions for it. */
  'conversion',
  /** It does work that is kept in records, on a page of its own: nothing to begin a conversation with. */
  'work',
] as const;
export type AssistantFeature = (typeof ASSISTANT_FEATURES)[number];

/** Keys in an assistant's metadata: what a person calls it, and its features. */
export const TITLE_KEY = 'title';
export const FEATURES_KEY = 'features';

/** An assistant as the picker of a client knows it. */
export interface AssistantSummary {
  readonly graphId: string;
  /** What a person calls it. */
  readonly title: string;
  /** One sentence on what it is for; '' when its maker gave none. */
  readonly description: string;
  readonly features: readonly AssistantFeature[];
}

/** The fields of the Agent Server's assistant from which a summary is read. */
interface AssistantRow {
  readonly graph_id: string;
  readonly name: string;
}

const isRow: Guard<AssistantRow> = shapeOf<AssistantRow>({ graph_id: isString, name: isString });
const isFeature = oneOf(ASSISTANT_FEATURES);

/**
 * Reads an assistant of any Agent Server; undefined when the value is none. A server that lists no
 * features has none to show; names of features that this client does not know are left out.
 */
export function readAssistant(value: unknown): AssistantSummary | undefined {
  if (!isRow(value)) return undefined;
  const { description, metadata } = value as { description?: unknown; metadata?: unknown };
  const said = typeof metadata === 'object' && metadata !== null ? metadata : {};
  const title: unknown = Reflect.get(said, TITLE_KEY);
  const listed: unknown = Reflect.get(said, FEATURES_KEY);
  return {
    graphId: value.graph_id,
    title: isString(title) ? title : value.name,
    description: isString(description) ? description : '',
    features: listOf(isString)(listed) ? listed.filter((name) => isFeature(name)) : [],
  };
}
