import { createModelIfSet } from '../../models/create-model.ts';
import { createConverter } from './create-converter.ts';

/** What langgraph.json names: the server gives the checkpointer to each run. */
export const graph = createConverter({ model: createModelIfSet(process.env) });

/** What a server that runs this graph has to know of it. */
export { convertRules as rules } from './convert-rules.ts';
