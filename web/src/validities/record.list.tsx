import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { type CodeLabels, useLabels } from '../records/code-labels.ts'
import { Loaded } from '../records/loaded.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Pencil, Plus, Trash2 } from '../ui/icons.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { When } from '../ui/time/when.tsx'
import { Expiry, firstEnd } from './expiry.tsx'
import { BadgeCheck } from './icons.tsx'
import { type ShownValidity, type ValidityBody, ValidityDialog } from './validity.dialog.tsx'

interface ValiditiesListProps {
  query: UseQueryResult<{ items: ShownValidity[] }>
  /** Available types of validities. */
  types: readonly string[]
  /** Labels of the types. */
  labels: CodeLabels
  isEditable: boolean
  onAdd: (body: ValidityBody) => Promise<unknown>
  onChange: (id: string, body: ValidityBody) => Promise<unknown>
  onRemove: (id: string) => Promise<unknown>
}

/** Certificates and licences, earliest expiry first. */
export function ValiditiesList({ query, types, labels, isEditable, onAdd, onChange, onRemove }: ValiditiesListProps) {
  const { t } = useLingui()
  const labelOf = useLabels(labels)
  const toasts = useToasts()
  const [open, setOpen] = useState<ShownValidity | 'new'>()

  async function remove(one: ShownValidity) {
    const { id, ...body } = one
    try {
      await onRemove(id)
      toasts.done(t`${labelOf(one.type)} removed`, {
        word: t`Undo`,
        run: () => void onAdd(body).catch((error) => toasts.failed(failureOf(error))),
      })
    } catch (error) {
      toasts.failed(failureOf(error))
    }
  }

  const add = isEditable && (
    <Button icon={Plus} onClick={() => setOpen('new')}>
      <Trans>Add certificate</Trans>
    </Button>
  )
  return (
    <div className="max-w-[960px] px-4 py-3">
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={BadgeCheck}
              title={t`No certificates`}
              text={t`Licences, certificates and insurance with expiry dates. Warnings appear 30 days ahead.`}
            >
              <div className="pt-4">{add}</div>
            </EmptyState>
          ) : (
            <>
              {add && <div className="pb-2">{add}</div>}
              <ul>
                {items.toSorted(byEnd).map((one) => (
                  <ValidityLine
                    key={one.id}
                    validity={one}
                    word={labelOf(one.type)}
                    actions={isEditable ? { edit: () => setOpen(one), remove: () => void remove(one) } : undefined}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {open !== undefined && (
        <ValidityDialog
          types={types}
          labels={labels}
          given={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
          onSave={(body) => (open === 'new' ? onAdd(body) : onChange(open.id, body))}
        />
      )}
    </div>
  )
}

function ValidityLine({
  validity: { start_time, end_time, legal_end_time, description },
  word,
  actions,
}: {
  validity: ShownValidity
  /** Label of its type. */
  word: string
  /** Absent for read-only users. */
  actions: { edit: () => void; remove: () => void } | undefined
}) {
  const { t } = useLingui()
  const end = firstEnd(end_time, legal_end_time)
  return (
    <li className="flex min-h-10 items-center gap-3 border-b border-line">
      <span className="w-64 truncate font-medium">{word}</span>
      <span className="w-44">
        {end === null ? (
          <span className="text-ink-3">
            <Trans>No end date</Trans>
          </span>
        ) : (
          <Expiry endsAt={end} />
        )}
      </span>
      <span className="min-w-0 flex-1 truncate text-ink-2">
        <Trans>
          from <When instant={start_time} isDay />
        </Trans>
        {description && ` · ${description}`}
      </span>
      {actions && (
        <span className="flex">
          <IconButton icon={Pencil} label={t`Edit`} onClick={actions.edit} />
          <IconButton icon={Trash2} label={t`Remove`} onClick={actions.remove} />
        </span>
      )}
    </li>
  )
}

function byEnd(one: ShownValidity, other: ShownValidity): number {
  const endOf = ({ end_time, legal_end_time }: ShownValidity) => {
    const end = firstEnd(end_time, legal_end_time)
    return end === null ? Number.POSITIVE_INFINITY : Date.parse(end)
  }
  const [first, second] = [endOf(one), endOf(other)]
  return first === second ? 0 : first - second
}
