import { describe, expect, it } from 'vitest';

import { readConfig, StartError } from './config.ts';

describe('readConfig', () => {
  it('has the documented defaults', () => {
    expect(readConfig({})).toEqual({
      port: 4100,
      host: '127.0.0.1',
      dataDir: './data',
      dataBytes: 16_384 * 1024 * 1024,
      corsOrigins: [],
      allowedHosts: [],
      runIdleMs: 660_000,
      model: { kind: 'demo', name: 'rule-based demo model', images: false },
    });
  });

  it('lets a run be silent for longer than its model may be', () => {
    const env = { MODEL_FIRST_BYTE_SECONDS: '30', MODEL_SILENCE_SECONDS: '90' };
    expect(readConfig(env).runIdleMs).toBe(150_000);
    for (const value of ['0', '-1', '1.5', 'soon', '100000'])
      expect(() => readConfig({ MODEL_SILENCE_SECONDS: value })).toThrow(/MODEL_SILENCE_SECONDS/);
  });

  it('takes empty variables for unset ones', () => {
    expect(readConfig({ PORT: '', OPENAI_API_KEY: ' ', CORS_ORIGINS: '' })).toEqual(readConfig({}));
  });

  it.each([
    ['gpt-4.1', {}, true],
    ['gpt-4o-mini', {}, true],
    ['o3-mini', {}, false],
    ['gpt-3.5-turbo', {}, false],
    ['gpt-3.5-turbo', { OPENAI_IMAGES: 'on' }, true],
    ['gpt-4.1', { OPENAI_IMAGES: 'off' }, false],
    ['gpt-4.1', { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }, false],
    ['llava', { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_IMAGES: 'on' }, true],
  ])('knows whether %s with %o takes images: %s', (OPENAI_MODEL, env, images) => {
    expect(readConfig({ OPENAI_API_KEY: 'k', OPENAI_MODEL, ...env }).model.images).toBe(images);
  });

  it.each([{ OPENAI_API_KEY: 'k' }, { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }])(
    'uses the real model with %o',
    (env) => {
      expect(readConfig(env).model).toMatchObject({ kind: 'openai', name: 'gpt-4.1' });
      expect(readConfig({ ...env, OPENAI_MODEL: 'm' }).model.name).toBe('m');
    },
  );

  it('reads lists', () => {
    const config = readConfig({
      CORS_ORIGINS: 'https://a.example, http://localhost:4200',
      ALLOWED_HOSTS: 'chat.example.org,[fe80::1]',
    });
    expect(config.corsOrigins).toEqual(['https://a.example', 'http://localhost:4200']);
    expect(config.allowedHosts).toEqual(['chat.example.org', '[fe80::1]']);
  });

  it.each([
    ['PORT', '99999'],
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['HOST', 'a b'],
    ['OPENAI_BASE_URL', 'ftp://x'],
    ['OPENAI_BASE_URL', 'localhost'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['ALLOWED_HOSTS', 'https://a.example'],
    ['ALLOWED_HOSTS', 'a.example:4100'],
  ])('refuses %s=%s, naming the variable and not the value', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(StartError);
    expect(read).toThrow(new RegExp(`^${name} must be .+\\.$`));
  });

  it('never repeats a value, which may be a key', () => {
    expect(() => readConfig({ OPENAI_BASE_URL: 'sk-secret' })).not.toThrow(/sk-secret/);
    expect(() => readConfig({ OPENAI_BASE_URL: 'sk-secret' })).toThrow(StartError);
  });
});
