import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Results of wrk. Times in microseconds. */
export interface LoadResult {
  requests: number
  duration_us: number
  p50_us: number
  p99_us: number
  non_2xx: number
  socket_errors: number
}

export interface LoadOptions {
  /** Path of the program. */
  wrk: string
  url: string
  /** Lua script in this folder. */
  script: 'upload.lua' | 'read.lua' | 'me.lua' | 'peer.lua'
  args: readonly string[]
  seconds: number
  connections: number
}

/**
 * Loads the server from one thread with `connections` callers that send again as soon as they get a response.
 * @throws if wrk ends without a result
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { wrk, url, script, args, seconds, connections } = options
  const path = join(import.meta.dirname, script)
  // A slow response is measured, not an error: wrk's default of two seconds is short on a busy machine.
  const output = await capture(
    wrk,
    ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', path, url, '--', ...args],
    { LUA_PATH: join(import.meta.dirname, '?.lua') },
  )
  const line = /^RESULT (.*)$/m.exec(output)?.[1]
  if (!line) throw new Error(`wrk gave no result:\n${output}`)
  return JSON.parse(line) as LoadResult
}

/** Runs a program to its end and returns its output. */
export function capture(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${command} ended with ${code}:\n${output}`))
    })
  })
}
