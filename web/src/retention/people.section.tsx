import type { RetentionPerson } from '@cartage/contract/retention/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { Loaded } from '../records/loaded.tsx'
import { Button } from '../ui/button.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { When } from '../ui/time/when.tsx'
import { personLabels } from './labels.ts'
import { peopleQuery } from './queries.ts'

// Loaded on first use.
const EraseDialog = lazy(async () => ({ default: (await import('./erase.dialog.tsx')).EraseDialog }))

/** People who left, with an action to erase each. */
export function PeopleSection() {
  const { t } = useLingui()
  const query = useQuery(peopleQuery)
  const [asked, setAsked] = useState<RetentionPerson>()
  return (
    <section className="grid gap-3 border-t border-line pt-5" aria-label={t`People who left`}>
      <div>
        <h3 className="font-semibold">
          <Trans>People who left</Trans>
        </h3>
        <p className="mt-1 max-w-[640px] text-ink-2">
          <Trans>
            Archived drivers and contacts, disabled users, and people of customers whose link to the portal ended.
            Erasing replaces name, phone number, e-mail address and notes by a mark. Orders and trips keep their links.
          </Trans>
        </p>
      </div>
      <Loaded query={query}>{({ items }) => <People items={items} onErase={setAsked} />}</Loaded>
      {asked && (
        <LateDialog>
          <EraseDialog person={asked} onClose={() => setAsked(undefined)} />
        </LateDialog>
      )}
    </section>
  )
}

function People({ items, onErase }: { items: readonly RetentionPerson[]; onErase: (person: RetentionPerson) => void }) {
  const { t } = useLingui()
  if (items.length === 0) {
    return (
      <p className="text-ink-3">
        <Trans>No one is left to erase.</Trans>
      </p>
    )
  }
  return (
    <PlainTable<RetentionPerson>
      label={t`People who left`}
      rows={items}
      keyOf={(person) => person.person_id}
      columns={[
        {
          id: 'name',
          title: t`Name`,
          cell: ({ name, company_name }) => (
            <>
              {name || '—'} {company_name !== null && <span className="text-ink-3">{company_name}</span>}
            </>
          ),
        },
        { id: 'type', title: t`Type`, width: 'w-24', cell: ({ person_type }) => t(personLabels[person_type]) },
        {
          id: 'since',
          title: t`Left`,
          width: 'w-32',
          cell: ({ since }) => (since === null ? '—' : <When instant={since} isPlain />),
        },
        {
          id: 'due',
          title: t`Erased by itself`,
          width: 'w-32',
          cell: ({ erased_on }) => (erased_on === null ? <Trans>Never</Trans> : <OrderDay date={erased_on} />),
        },
        {
          id: 'erase',
          title: '',
          width: 'w-24',
          align: 'right',
          cell: (person) => (
            <Button variant="ghost" aria-label={t`Erase ${person.name}`} onClick={() => onErase(person)}>
              <Trans>Erase</Trans>
            </Button>
          ),
        },
      ]}
    />
  )
}
