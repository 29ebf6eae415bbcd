import { z } from 'zod';

/** Which model answers, as far as the environment tells. */
export interface ModelChoice {
  readonly kind: 'demo' | 'openai';
  readonly name: string;
  /** Whether it is known to take images. */
  readonly images: boolean;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Directory of the embedded database and its lock. */
  readonly dataDir: string;
  /** Most bytes that the database may grow to: owners are free, so each one's limits are not enough. */
  readonly dataBytes: number;
  /** Origins that may use the API from another site; none by default. */
  readonly corsOrigins: readonly string[];
  /** Host names (without port) that requests may name; loopback names are always allowed. */
  readonly allowedHosts: readonly string[];
  readonly model: ModelChoice;
  /** Longest silence of a run before it is ended, in milliseconds: longer than a model may take. */
  readonly runIdleMs: number;
}

/** A start that cannot go on: `message` is a sentence for the person at the terminal. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Empty variables count as unset: that is what `PORT= npm start` and compose files mean. */
const unset = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;

const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

const origin = z.string().refine((value) => {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === value;
}, 'must be a comma-separated list of origins such as https://chat.example.org, without a path');

const hostName = z
  .string()
  .regex(
    /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)$/,
    'must be a comma-separated list of lower-case host names without scheme and port, such as chat.example.org',
  );

const httpUrl = z.string().refine((value) => {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol);
}, 'must be an http:// or https:// URL such as http://127.0.0.1:11434/v1');

const seconds = (fallback: number) =>
  z.preprocess(
    unset,
    z
      .string()
      .regex(/^[1-9]\d{0,4}$/, 'must be a whole number of seconds from 1 to 99999')
      .transform(Number)
      .default(fallback),
  );

const environment = z.object({
  PORT: z.preprocess(
    unset,
    z
      .string()
      .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535 (0 picks a free port)')
      .transform(Number)
      .refine((port) => port <= 65_535, 'must be a whole number from 0 to 65535')
      .default(4100),
  ),
  HOST: z.preprocess(
    unset,
    z
      .string()
      .regex(/^[\w.:-]+$/, 'must be an address or host name to listen on, such as 127.0.0.1')
      .default('127.0.0.1'),
  ),
  DATA_DIR: z.preprocess(unset, z.string().default('./data')),
  DATA_LIMIT_MB: z.preprocess(
    unset,
    z
      .string()
      .regex(/^[1-9]\d{0,7}$/, 'must be a whole number of megabytes from 1 to 99999999')
      .transform(Number)
      .default(16_384),
  ),
  OPENAI_API_KEY: z.preprocess(unset, z.string().optional()),
  OPENAI_BASE_URL: z.preprocess(unset, httpUrl.optional()),
  OPENAI_MODEL: z.preprocess(unset, z.string().default('gpt-4.1')),
  OPENAI_IMAGES: z.preprocess(unset, z.enum(['on', 'off'], 'must be on or off').optional()),
  MODEL_FIRST_BYTE_SECONDS: seconds(600),
  MODEL_SILENCE_SECONDS: seconds(120),
  CORS_ORIGINS: z.preprocess(unset, list.pipe(z.array(origin))),
  ALLOWED_HOSTS: z.preprocess(unset, list.pipe(z.array(hostName))),
});

/** How much longer than its model a run may be silent, so that the model's own limit is told. */
const GRACE_SECONDS = 60;

/** The names of the server's own settings. */
export const SETTING_NAMES: ReadonlySet<string> = new Set(Object.keys(environment.shape));

/**
 * Reads the environment, the only configuration there is.
 * Throws StartError naming the variable and what is allowed; the value is not repeated, since it
 * may be a key.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map(
      (issue) => `${String(issue.path[0])} ${issue.message}.`,
    );
    throw new StartError([...new Set(sentences)].join(' '));
  }
  const values = parsed.data;
  const real = values.OPENAI_API_KEY !== undefined || values.OPENAI_BASE_URL !== undefined;
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    dataBytes: values.DATA_LIMIT_MB * 1024 * 1024,
    corsOrigins: values.CORS_ORIGINS,
    allowedHosts: values.ALLOWED_HOSTS,
    runIdleMs:
      (Math.max(values.MODEL_FIRST_BYTE_SECONDS, values.MODEL_SILENCE_SECONDS) + GRACE_SECONDS) *
      1000,
    model: real
      ? { kind: 'openai', name: values.OPENAI_MODEL, images: takesImages(values) }
      : { kind: 'demo', name: 'rule-based demo model', images: false },
  };
}

/** OpenAI's models that take images, by name. The same name at another endpoint may be another model. */
const TAKES_IMAGES = /^(?:gpt-4\.1|gpt-4o|chatgpt-4o|gpt-[5-9]|o1$|o3$|o4)/;

function takesImages(values: z.infer<typeof environment>): boolean {
  if (values.OPENAI_IMAGES !== undefined) return values.OPENAI_IMAGES === 'on';
  return values.OPENAI_BASE_URL === undefined && TAKES_IMAGES.test(values.OPENAI_MODEL);
}
