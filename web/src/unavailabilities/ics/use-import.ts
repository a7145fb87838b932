import type { NamedResource, UnavailabilityRowResult } from '@cartage/contract/unavailabilities/app/batch'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useResourceChange } from '../../records/resource.queries.ts'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { sendTimes, takeBackTimes } from './queries.ts'
import { countsOf, type IcsRow, type ReadFile, resultKey, rowsOf, sentBy } from './rows.ts'

type Results = ReadonlyMap<string, readonly UnavailabilityRowResult[]>

/** Import of a calendar file: its lines, their results, and the commands. */
export function useIcsImport(file: ReadFile, onBack: () => void) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useResourceChange()
  const [whom, setWhom] = useState<NamedResource | null>(null)
  const [rows, setRows] = useState<readonly IcsRow[]>(() => rowsOf(file, null))
  const [results, setResults] = useState<Results>(new Map())
  const [isDone, setIsDone] = useState(false)
  const failed = (error: unknown) => toasts.failed(failureOf(error))

  function keep(sent: readonly IcsRow[], answers: readonly UnavailabilityRowResult[], isFinal: boolean) {
    let at = 0
    const found = sent.map((row): [string, UnavailabilityRowResult[]] => {
      const own = answers.slice(at, at + row.event.times.length)
      at += own.length
      return [resultKey(row), own]
    })
    setResults((before) => new Map([...(isFinal ? [] : before), ...found]))
  }

  /** Previews the results of lines. A late response is stored under the line it was requested for. */
  async function check(rows: readonly IcsRow[]) {
    const sent = rows.filter((row) => row.whom !== null && !results.has(resultKey(row)))
    try {
      if (sent.length > 0) keep(sent, await sendTimes(sent.flatMap(sentBy), true), false)
    } catch (error) {
      failed(error)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the lines as they were read
  useEffect(() => void check(rows), [])

  function putRow(row: IcsRow) {
    setRows(rows.map((one) => (one.key === row.key ? row : one)))
    void check([row])
  }

  function putWhom(next: NamedResource | null) {
    const all = rowsOf(file, next)
    setWhom(next)
    setRows(all)
    void check(all)
  }

  const chosen = rows.filter(({ isChosen, whom: one }) => isChosen && one !== null)
  const answers = chosen.flatMap((row) => results.get(resultKey(row)) ?? [])

  function importAll() {
    change.mutate(
      async () => {
        const done = await sendTimes(chosen.flatMap(sentBy), false)
        keep(chosen, done, true)
        setIsDone(true)
        const { changes } = countsOf(done)
        if (changes === 0) return
        toasts.done(t`${plural(changes, { one: '# unavailability', other: '# unavailabilities' })} imported`, {
          word: t`Undo`,
          run: () => change.mutate(() => takeBackTimes(done), { onSuccess: onBack, onError: failed }),
        })
      },
      { onError: failed },
    )
  }

  return {
    rows: isDone ? chosen : rows,
    whom,
    results,
    isDone,
    isBusy: change.isPending,
    changes: countsOf(answers).changes,
    putRow,
    putWhom,
    putAll: (isChosen: boolean) => setRows(rows.map((row) => ({ ...row, isChosen: isChosen && row.whom !== null }))),
    importAll,
  }
}
