import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('../../../../../node_modules', import.meta.url));

/** Libraries of which the project has copies of its own, as an installed project does. */
const COPIED = ['core', 'langgraph', 'langgraph-checkpoint', 'langgraph-sdk'];

/** Files of a project that was written elsewhere: TypeScript that Node alone does not read. */
const FILES = {
  'package.json': JSON.stringify({ name: 'elsewhere', type: 'module' }),
  'langgraph.json': JSON.stringify({
    graphs: { elsewhere: './src/graph.ts:graph' },
    env: '.env',
  }),
  '.env': ['GREETING=Ahoy', 'PORT=1', 'DATA_DIR=/nowhere', 'LANGSMITH_TRACING=true'].join('\n'),
  'src/step.ts': `
    export enum Step { Ask = 'ask', Answer = 'answer' }
  `,
  'src/graph.ts': `
    import { AIMessage } from '@langchain/core/messages';
    import { END, interrupt, MessagesAnnotation, Send, START, StateGraph } from '@langchain/langgraph';
    import { Step } from './step';

    const inner = new StateGraph(MessagesAnnotation)
      .addNode(Step.Ask, () => {
        const name = interrupt('Who is there?');
        return { messages: [new AIMessage(\`\${process.env['GREETING']}, \${String(name)}!\`)] };
      })
      .addEdge(START, Step.Ask)
      .addEdge(Step.Ask, END)
      .compile();

    export const graph = new StateGraph(MessagesAnnotation)
      .addNode('inner', inner)
      .addNode(Step.Answer, () => ({ messages: [new AIMessage('Done.')] }))
      .addConditionalEdges(START, (state) => [new Send('inner', state)], ['inner'])
      .addEdge('inner', Step.Answer)
      .addEdge(Step.Answer, END)
      .compile();

    export const rules = { title: 'From elsewhere', description: 'Greets.' };
  `,
};

/**
 * Writes a project of somebody else's into an empty folder: a langgraph.json with an env file, a
 * TypeScript graph with a question in a subgraph, and node_modules with copies of the graph libraries.
 * Replies the path of its langgraph.json.
 */
export function writeOtherProject(folder: string): string {
  mkdirSync(join(folder, 'src'), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@langchain'), { recursive: true });
  for (const name of readdirSync(PACKAGES))
    if (name !== '@langchain') symlinkSync(join(PACKAGES, name), join(packages, name));
  for (const name of COPIED)
    cpSync(join(PACKAGES, '@langchain', name), join(packages, '@langchain', name), {
      recursive: true,
    });
  return join(folder, 'langgraph.json');
}
