import type { LangGraphRunnableConfig } from '@langchain/langgraph';

import type { ConversionEvent } from '#contract/conversion-events';

/** Tells a step of the turn to whoever follows the run. */
export function tell(config: LangGraphRunnableConfig, event: ConversionEvent): void {
  config.writer?.(event);
}
