import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, HumanMessage, type BaseMessage } from '@langchain/core/messages';
import { Command, InMemoryStore, MemorySaver } from '@langchain/langgraph';
import { randomUUID } from 'node:crypto';

import { MEMORY_MODE_KEY, type MemoryMode } from '#contract/memory-mode';
import { MEMORY_PATH, memoryNamespace } from '#contract/names';
import { isScope, type MemoryScope } from '#contract/scope';
import { STANDING_KEY } from '#contract/standing';
import { createAgent } from '#graph/agents/memory/agent';
import { createGate } from '#graph/memory/gate';
import { createProcessLock, type KeyedLock } from '#graph/memory/lock';
import { memoryRules } from '#graph/agents/memory/memory-rules';

import type { Before, Evidence, Scenario, Step } from './scenario.ts';

/** The outcome of one scenario: what is wrong, nothing when it was passed. */
export interface Result {
  readonly id: string;
  readonly about: string;
  readonly problems: readonly string[];
}

const PERSON = {
  kind: 'person',
  thread_id: null,
  run_id: null,
  message_id: null,
  tool_call_id: null,
} as const;

/** Plays a scenario with a model on an agent and a store of its own, and judges what it left behind. */
export async function sit(scenario: Scenario, model: BaseChatModel): Promise<Result> {
  const { id, about, checks } = scenario;
  const evidence = await new Sitting(scenario.before ?? {}, model).play(scenario.steps);
  const problems = checks.map((check) => check(evidence)).filter((each) => each !== undefined);
  return { id, about, problems };
}

interface State {
  readonly messages?: readonly BaseMessage[];
  readonly [STANDING_KEY]?: readonly string[];
}

class Sitting {
  readonly #before: Before;
  readonly #store = new InMemoryStore();
  readonly #scope = newScope();
  readonly #lock = createProcessLock();
  readonly #agent;
  #meanwhile: string | undefined;
  #thread = randomUUID();
  #mode: MemoryMode = 'automatic';
  #questions = 0;
  readonly #answers: string[] = [];
  readonly #tools: string[] = [];
  readonly #failures: string[] = [];

  constructor(before: Before, model: BaseChatModel) {
    this.#before = before;
    this.#agent = createAgent({
      model,
      store: this.#store,
      checkpointer: new MemorySaver(),
      lock: this.#lockWithMeanwhile(),
    });
  }

  async play(steps: readonly Step[]): Promise<Evidence> {
    await this.#prepare();
    for (const step of steps) await this.#take(step);
    const state = await this.#state();
    return {
      memory: await this.#memory(),
      standing: state[STANDING_KEY] ?? [],
      answers: this.#answers,
      questions: this.#questions,
      tools: this.#tools,
      failures: this.#failures,
    };
  }

  async #prepare(): Promise<void> {
    const { memory, meanwhile, turns = [] } = this.#before;
    if (memory !== undefined) await this.#personWrites(memory);
    this.#meanwhile = meanwhile;
    if (turns.length === 0) return;
    const messages = turns.flatMap(([said, answered]) => [
      new HumanMessage(said),
      new AIMessage(answered),
    ]);
    await this.#agent.updateState(this.#config(), { messages }, '__start__');
  }

  async #take(step: Step): Promise<void> {
    if ('begins' in step) {
      this.#thread = randomUUID();
      return;
    }
    if ('says' in step) {
      this.#mode = step.mode ?? this.#mode;
      const { files, standing } = this.#answers.length === 0 ? this.#before : {};
      await this.#run({
        messages: [new HumanMessage(step.says)],
        ...(files && { files: asFiles(files) }),
        ...(standing && { [STANDING_KEY]: [...standing] }),
      });
      return;
    }
    await this.#run(new Command({ resume: { decisions: [step.answers] } }));
  }

  async #run(input: unknown): Promise<void> {
    const known = (await this.#state()).messages?.length ?? 0;
    try {
      await this.#agent.invoke(input as never, this.#config());
    } catch (error) {
      this.#failures.push(`the run failed: ${memoryRules.explain(error).sentence}`);
    }
    const snapshot = await this.#agent.getState(this.#config());
    this.#questions += snapshot.tasks.flatMap(({ interrupts }) => interrupts).length;
    const messages = ((snapshot.values as State).messages ?? []).slice(known);
    const answers = messages.filter((message) => AIMessage.isInstance(message));
    this.#tools.push(...answers.flatMap((each) => (each.tool_calls ?? []).map(({ name }) => name)));
    this.#answers.push(answers.at(-1)?.text ?? '');
  }

  async #state(): Promise<State> {
    return (await this.#agent.getState(this.#config())).values as State;
  }

  #config() {
    return {
      configurable: { thread_id: this.#thread, [MEMORY_MODE_KEY]: this.#mode },
      context: { memory_scope: this.#scope } as { memory_scope: never },
    };
  }

  async #memory(): Promise<string | undefined> {
    const item = await this.#store.get(memoryNamespace(this.#scope), MEMORY_PATH);
    return item?.value['content'] as string | undefined;
  }

  async #personWrites(text: string): Promise<void> {
    const gate = createGate({ store: this.#store, lock: this.#lock });
    const { receipt } = await gate.read(this.#scope);
    await gate.write({
      scope: this.#scope,
      author: PERSON,
      change: { kind: 'replace', text, basedOn: receipt.sha256 },
    });
  }

  /** The agent's lock: the person's own change comes in just before the agent's first write. */
  #lockWithMeanwhile(): KeyedLock {
    return {
      hold: async (owner, work) => {
        const text = this.#meanwhile;
        this.#meanwhile = undefined;
        if (text !== undefined) await this.#personWrites(text);
        return this.#lock.hold(owner, work);
      },
    };
  }
}

function asFiles(files: Readonly<Record<string, string>>): Record<string, unknown> {
  const at = new Date().toISOString();
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path,
      { content, mimeType: 'text/plain', created_at: at, modified_at: at },
    ]),
  );
}

function newScope(): MemoryScope {
  const scope = randomUUID();
  if (!isScope(scope)) throw new Error('randomUUID made no scope.');
  return scope;
}
