import type { LangGraphRunnableConfig } from '@langchain/langgraph';

/**
 * The config of a model call whose words are for the graph alone: its pieces are streamed to nobody
 * as a message.
 */
export function quietly(config: LangGraphRunnableConfig): LangGraphRunnableConfig {
  return { ...config, tags: [...(config.tags ?? []), 'nostream'] };
}
