import { scriptedEndpoint, type ScriptedCall, type ScriptedEndpoint } from './scripted-endpoint.ts';

/** What a person, or an agent that starts a subagent, may say, and which tools are called for it. */
export type Script = Readonly<Record<string, readonly ScriptedCall[]>>;

/**
 * A model that calls the tools its script names for what was said last, and then repeats what they
 * answered. What the script does not name it answers without a tool.
 */
export function modelThatCalls(script: Script): Promise<ScriptedEndpoint> {
  return scriptedEndpoint(({ question, results }) => {
    const calls = script[question];
    if (calls === undefined) return 'I have nothing to do.';
    return results.length > 0 ? `The tools say: ${results.join(' | ')}` : calls;
  });
}
