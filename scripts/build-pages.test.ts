import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { root } from './run.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Runs the real script on a fake build. */
function runBuild(build: string, event = 'build'): { status: number | null; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'build-pages-'))
  folders.push(folder)
  for (const name of ['bin', 'web']) mkdirSync(join(folder, name))
  for (const name of ['launch.js', 'build-pages.js']) copyFileSync(join(root, 'bin', name), join(folder, 'bin', name))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'web', 'build.ts'), build)
  return spawnSync(process.execPath, [join(folder, 'bin', 'build-pages.js')], {
    encoding: 'utf8',
    env: { ...process.env, npm_lifecycle_event: event },
  })
}

describe('a build of the pages', () => {
  test('that succeeds prints nothing', () => {
    expect(runBuild('')).toMatchObject({ status: 0, stderr: '' })
  })

  test('that fails shows its error, explains what to do next and fails the command', () => {
    const { status, stderr } = runBuild("process.stderr.write('No such colour\\n'); process.exitCode = 1")
    expect(status).toBe(1)
    expect(stderr).toMatch(/^No such colour\nThe pages were not built: the error is above\. .*run "npm run build"/)
    expect(stderr).not.toContain('--ignore-scripts')
  })

  test('whose process is killed reports the memory it needs and how much is free', () => {
    const { status, stderr } = runBuild("process.kill(process.pid, 'SIGKILL')")
    expect(status).toBe(1)
    expect(stderr).toMatch(/the memory ran out\. Building takes about \d+ MB, and \d+ MB are free\. .*"npm run build"/)
  })

  test('that exceeds the limit of its heap reports the same', () => {
    const { status, stderr } = runBuild('const kept: number[][] = []; for (;;) kept.push(new Array(1e6).fill(0.5))')
    expect(status).toBe(1)
    expect(stderr).toContain('The pages were not built: the memory ran out.')
  })

  test('that fails while packages are installed explains how to install without the pages', () => {
    const { status, stderr } = runBuild('process.exitCode = 1', 'prepare')
    expect(status).toBe(1)
    expect(stderr).toContain('To install without them, run "npm ci --ignore-scripts".')
  })
})
