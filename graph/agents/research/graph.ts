import { createModelIfSet } from '../../models/create-model.ts';
import { createResearch } from './research.ts';

/** What langgraph.json names: the server gives records and documents to each run. */
export const graph = createResearch({ model: createModelIfSet(process.env) });

/** What a server that runs this graph has to know of it. */
export { researchRules as rules } from './research-rules.ts';
