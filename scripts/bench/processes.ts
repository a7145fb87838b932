import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** User and system CPU time of one process in microseconds, threads included; 0 if it has ended. */
function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / ticksPerSecond
  } catch {
    return 0
  }
}

interface ProcessFacts {
  pid: number
  parent: number
}

function allProcesses(): ProcessFacts[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }]
      } catch {
        return []
      }
    })
}

/**
 * CPU time of a process and its descendants, in microseconds. Ended children are included through their parent's
 * cutime, so a closed session is not lost.
 */
export function cpuOfTree(root: number): number {
  const processes = allProcesses()
  const tree = new Set([root])
  let grown = true
  while (grown) {
    grown = false
    for (const { pid, parent } of processes) {
      if (tree.has(parent) && !tree.has(pid)) {
        tree.add(pid)
        grown = true
      }
    }
  }
  return [...tree].reduce((sum, pid) => sum + cpuOf(pid), childCpu(root))
}

function childCpu(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[13]) + Number(fields[14])) * 1_000_000) / ticksPerSecond
  } catch {
    return 0
  }
}

/** CPU time of one process alone, in microseconds. */
export function cpuOfProcess(pid: number): number {
  return cpuOf(pid)
}

/** Resident memory of a process in bytes. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

/** Median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
