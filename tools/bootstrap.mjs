/**
 * Makes a bare clone ready, or finds within a moment that it is. Runs before start, test, build and
 * dev, on the machine's own Node (from 16 on): Node 24 itself arrives with `npm ci`, as a locked
 * dependency that npm puts first on the PATH of every script.
 *
 * With --browser it also sees to a Chromium for the tests.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findChromium } from './chromium.mjs';

const LEAST_NODE = 24;
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = join(root, 'node_modules', '.throughline-installed');

installPackages();
requireNode();
if (process.argv.includes('--browser')) requireChromium();

function installPackages() {
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Installing the packages of package-lock.json (once, about a minute) …');
  // By npm's own paths: `npm ci` removes the node_modules/.bin/node that this may be running on.
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const run = npm
    ? spawnSync(process.env['npm_node_execpath'] ?? process.execPath, [npm, ...args], inherit())
    : spawnSync('npm', args, inherit());
  if (run.status !== 0) fail('npm ci failed; its own words are above.');
  writeFileSync(stampFile, stamp);
}

/** The packages bring Node 24 for Linux on x64 and arm64; elsewhere the machine's own must do. */
function requireNode() {
  const bundled = join(root, 'node_modules', '.bin', 'node');
  const version = spawnSync(existsSync(bundled) ? bundled : 'node', ['--version'], {
    encoding: 'utf8',
  }).stdout;
  if (Number(/^v(\d+)/.exec(version ?? '')?.[1]) >= LEAST_NODE) return;
  fail(
    `Node ${LEAST_NODE} or later is needed, found ${version || 'none'}. Install it and try again.`,
  );
}

function requireChromium() {
  if (findChromium()) return;
  const apt = aptCommand();
  if (apt) {
    console.log("Installing Debian's Chromium for the tests (once) …");
    const [command, ...prefix] = apt;
    spawnSync(command, [...prefix, 'update', '-qq'], inherit());
    spawnSync(command, [...prefix, 'install', '-y', '-qq', 'chromium'], inherit());
  }
  if (!findChromium()) {
    fail(
      'The tests drive a real Chromium and found none. Install it, or set CHROMIUM_PATH to one.',
    );
  }
}

function aptCommand() {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n', 'apt-get'] : undefined;
}

function inherit() {
  return {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
}

function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}
