import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { platform } from 'node:process'

/**
 * A running process, distinguished from a later one with the same number. `started` is the boot and start time from the
 * system, empty where unavailable (Windows).
 */
export interface ProcessMark {
  pid: number
  started: string
}

/** The mark of a running process; undefined if there is none with that number, or only its zombie. */
export function findProcess(pid: number): ProcessMark | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (platform === 'linux') return findLinuxProcess(pid)
  if (!isNumberInUse(pid)) return undefined
  if (platform === 'win32') return { pid, started: '' }
  const line = runPs(pid, 'stat=,lstart=')
  if (line === undefined || line.startsWith('Z')) return undefined
  return { pid, started: line.replace(/^\S+\s+/, '') }
}

/** Whether the number is in use, even by a zombie. */
export function isNumberInUse(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process of this mark is still running. */
export function isAlive(mark: ProcessMark): boolean {
  const found = findProcess(mark.pid)
  return found !== undefined && (found.started === mark.started || found.started === '' || mark.started === '')
}

/** The mark of this process. */
export function thisProcess(): ProcessMark {
  return findProcess(process.pid) ?? { pid: process.pid, started: '' }
}

/** Command line of a running process, arguments separated by spaces; undefined if unavailable. */
export function findCommandLine(pid: number): string | undefined {
  if (platform === 'win32') return undefined
  if (platform !== 'linux') return runPs(pid, 'command=')
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return undefined
  }
}

function findLinuxProcess(pid: number): ProcessMark | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The second field is the program name in brackets and may itself contain spaces and brackets, so parsing starts
  // after the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[0]
  if (state === 'Z' || state === 'X') return undefined
  const startTicks = fields[19] ?? ''
  return { pid, started: `${readBootId()}/${startTicks}` }
}

let bootId: string | undefined

/** Start times count from boot, so they are only unique together with it. */
function readBootId(): string {
  if (bootId === undefined) {
    try {
      bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    } catch {
      bootId = 'unknown-boot'
    }
  }
  return bootId
}

function runPs(pid: number, format: string): string | undefined {
  try {
    const output = execFileSync('ps', ['-o', format, '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.trim() || undefined
  } catch {
    return undefined
  }
}
