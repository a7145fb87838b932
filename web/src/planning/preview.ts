import type { PlanningAnswer, PlanningCommand } from './command.queries.ts'

/** Verdict on a plan while it is dragged. */
export type Verdict =
  | { kind: 'pending' }
  | { kind: 'answered'; answer: PlanningAnswer }
  | { kind: 'rejected'; message: string }

/**
 * Requests the verdict for the dragged position. Only one request runs at a time, followed by the newest position only:
 * verdicts come as fast as the server answers, however fast the pointer moves. Answers are cached while the drag lasts.
 */
export function createPreview(
  ask: (command: PlanningCommand) => Promise<PlanningAnswer>,
  messageOf: (error: unknown) => string,
  show: (verdict: Verdict) => void,
) {
  const known = new Map<string, Verdict>()
  let wanted: { key: string; command: PlanningCommand } | undefined
  let isAsking = false
  let isEnded = false

  async function run(): Promise<void> {
    isAsking = true
    while (wanted !== undefined && !known.has(wanted.key) && !isEnded) {
      const { key, command } = wanted
      known.set(key, await verdictOf(command))
      if (wanted?.key === key && !isEnded) show(known.get(key)!)
    }
    isAsking = false
  }

  async function verdictOf(command: PlanningCommand): Promise<Verdict> {
    try {
      return { kind: 'answered', answer: await ask(command) }
    } catch (error) {
      return { kind: 'rejected', message: messageOf(error) }
    }
  }

  return {
    /** Reports the dragged position as a command. Undefined where no drop is possible. */
    moveTo(command: PlanningCommand | undefined): void {
      const key = command && JSON.stringify(command)
      if (key === wanted?.key) return
      wanted = command && { key: key!, command }
      if (key === undefined) return
      show(known.get(key) ?? { kind: 'pending' })
      if (!isAsking) void run()
    },
    end(): void {
      isEnded = true
      wanted = undefined
    },
  }
}
