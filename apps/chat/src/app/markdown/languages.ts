/** The languages that are coloured. */
export const LANGUAGES = [
  'bash',
  'cpp',
  'css',
  'diff',
  'go',
  'java',
  'javascript',
  'json',
  'markdown',
  'python',
  'rust',
  'sql',
  'typescript',
  'xml',
  'yaml',
] as const;

export type Language = (typeof LANGUAGES)[number];

/** Other names by which models call them. */
const ALIASES: Readonly<Record<string, Language>> = {
  c: 'cpp',
  'c++': 'cpp',
  golang: 'go',
  html: 'xml',
  js: 'javascript',
  json5: 'json',
  jsonc: 'json',
  jsx: 'javascript',
  md: 'markdown',
  patch: 'diff',
  py: 'python',
  python3: 'python',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  ts: 'typescript',
  tsx: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
};

/** The language that a fence names; undefined when it is not coloured here. */
export function languageNamed(name: string): Language | undefined {
  const lower = name.toLowerCase();
  if (Object.hasOwn(ALIASES, lower)) return ALIASES[lower];
  return isLanguage(lower) ? lower : undefined;
}

function isLanguage(name: string): name is Language {
  return LANGUAGES.some((each) => each === name);
}
