import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import {
  Annotation,
  END,
  type LangGraphRunnableConfig,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph';

import { ownerWork, type OwnerWork } from '../../work/owner-work.ts';
import { analyzeByRules, analyzeWith } from './analyze.ts';
import {
  countsOf,
  MOST_PASSAGES,
  type Passage,
  RESEARCH,
  type ResearchCounts,
  type ResearchRecord,
  type Stage,
} from './record.ts';
import { verify } from './verify.ts';
import { writeReport } from './write-report.ts';

/** There is no record under the id that a run was given. */
export class NoRecordError extends Error {
  override readonly name = 'NoRecordError';
}

/** What a thread knows of the work: its id, its stage and counts. All else is in the record alone. */
const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  session: Annotation<string>,
  stage: Annotation<Stage>,
  counts: Annotation<ResearchCounts>,
});

interface Tools {
  readonly model: BaseChatModel | undefined;
  readonly work: OwnerWork;
  readonly signal: AbortSignal | undefined;
}

type OpenStage = Exclude<Stage, 'completed'>;

/** What each stage adds to the record. */
const WORK: Readonly<
  Record<OpenStage, (record: ResearchRecord, tools: Tools) => Promise<Partial<ResearchRecord>>>
> = {
  async discover({ question }, { work }) {
    const found = await work.documents.search(question, MOST_PASSAGES);
    const passages = found.map(({ document, start, end, text }): Passage => {
      const { id, name, hash, extractor } = document;
      return { document: id, name, hash, extractor, start, end, text };
    });
    return { passages, stage: 'analyze' };
  },
  async analyze(record, { model, signal }) {
    const { question, passages } = record;
    if (!model)
      return { by: 'fixed rules', analyses: analyzeByRules(question, passages), stage: 'verify' };
    const analyses = passages.length === 0 ? [] : await analyzeWith(model, record, signal);
    return { by: 'model', analyses, stage: 'verify' };
  },
  async verify(record, { work }) {
    return { ...(await verify(record, work.documents)), stage: 'report' };
  },
  report: (record) => Promise.resolve({ report: writeReport(record), stage: 'completed' }),
};

/**
 * The research graph. Each stage does nothing unless the record is at it, and saves the record whole
 * when it is done: a run that is killed, or begun anew, goes on where the record stands.
 */
export function createResearch({ model }: { readonly model: BaseChatModel | undefined }) {
  const perform =
    (stage: OpenStage) =>
    async ({ session, messages }: typeof State.State, config: LangGraphRunnableConfig) => {
      const work = ownerWork(config);
      const records = work.records(RESEARCH);
      const stored = await records.load(session);
      if (!stored) throw new NoRecordError(`There is no research ${session}.`);
      let { record } = stored;
      if (record.stage === stage) {
        const added = await WORK[stage](record, { model, work, signal: config.signal });
        record = { ...record, ...added };
        await records.save(session, record, stored.version);
      }
      const counts = countsOf(record);
      config.writer?.({ name: 'research', data: { session, stage: record.stage, counts } });
      const asked = messages.some((each) => HumanMessage.isInstance(each));
      const said = [
        ...(stage === 'discover' && !asked ? [new HumanMessage(`Research ${session}`)] : []),
        ...(stage === 'report' ? [new AIMessage(summary(session, counts))] : []),
      ];
      return { stage: record.stage, counts, ...(said.length > 0 && { messages: said }) };
    };
  return new StateGraph(State)
    .addNode('discover', perform('discover'))
    .addNode('analyze', perform('analyze'))
    .addNode('verify', perform('verify'))
    .addNode('report', perform('report'))
    .addEdge(START, 'discover')
    .addEdge('discover', 'analyze')
    .addEdge('analyze', 'verify')
    .addEdge('verify', 'report')
    .addEdge('report', END)
    .compile();
}

function summary(session: string, { statements, supported }: ResearchCounts): string {
  return `Research ${session} is completed: ${statements} statements, ${supported} of them with verified quotations.`;
}
