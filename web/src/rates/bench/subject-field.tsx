import { search } from '@cartage/contract/app/shell'
import { explainOrder, explainTrip } from '@cartage/contract/charges/app/explain'
import type { Facts } from '@cartage/contract/rates/app/facts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failureOf } from '../../api/failure.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Info } from '../../ui/icons.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Notice } from '../../ui/page/notice.tsx'

/** An order or trip that provides facts. */
interface Subject {
  id: string
  title: string
  text: string
}

async function findSubjects(kind: 'order' | 'trip', text: string): Promise<Subject[]> {
  if (text.trim().length < 2) return []
  const { items } = await call(search, { query: { q: text } })
  return items.filter((one) => one.kind === kind)
}

/** Copies the facts of a real order, or of a real trip for costs, into the test bench. */
export function SubjectField({ side, onFacts }: { side: 'SALES' | 'COST'; onFacts: (facts: Facts) => void }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<Subject | null>(null)
  const isOrder = side === 'SALES'
  const load = useMutation({
    mutationFn: ({ id }: Subject) =>
      isOrder ? call(explainOrder, { params: { order_id: id } }) : call(explainTrip, { params: { trip_id: id } }),
    onSuccess: ({ facts }) => onFacts(facts),
  })
  const failure = load.error === null ? undefined : failureOf(load.error)
  return (
    <div className="grid gap-2">
      <Combobox<Subject>
        label={isOrder ? t`Order to try` : t`Trip to try`}
        placeholder={isOrder ? t`Order number…` : t`Trip number…`}
        value={chosen}
        onChange={(subject) => {
          setChosen(subject)
          if (subject) load.mutate(subject)
        }}
        queryKey={['rates', 'bench', side]}
        search={(text) => findSubjects(isOrder ? 'order' : 'trip', text)}
        textOf={({ title }) => title}
        keyOf={({ id }) => id}
        sideOf={({ text }) => text}
      />
      {failure?.status === 404 ? (
        <Notice icon={Info}>
          <Trans>{chosen?.title ?? ''} has not been rated yet.</Trans>
        </Notice>
      ) : (
        failure && <ErrorPanel {...failure} />
      )}
    </div>
  )
}
