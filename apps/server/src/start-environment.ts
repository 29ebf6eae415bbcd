import { closeEnvironment } from './closed-environment.ts';

/** Names of the variables that were put aside. Imported before all else: libraries read them when loaded. */
export const ignoredVariables = closeEnvironment(process.env);
