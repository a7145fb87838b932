import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import { usePermission } from '../session/permission.ts'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { uploadCard } from './queries.ts'

const linkClass = 'text-[12px] font-medium text-brand-ink underline-offset-2 hover:underline'

/** Result of one upload. */
interface Outcome {
  file: string
  /** Stored, and waits in the inbox for a user. */
  waits: boolean
  /** Why it waits in the inbox or was refused. */
  fault: string | null
  /** Drivers whose hours it contained. For a vehicle unit all drivers, after its plate. */
  title: string | null
  days: readonly [first: string, last: string] | null
}

/** Uploads driver card files. The file itself identifies the driver (TACHO-6). */
export function DriverCardDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { outcomes, isBusy, take } = useUploads()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Downloads of driver cards and vehicle units`}
      text={
        <Trans>
          The hours of a driver begin with what the card, or the vehicle, says was driven. The file says whose card it
          is.
        </Trans>
      }
      className="w-[560px]"
    >
      <FileDrop
        onFiles={take}
        isBusy={isBusy}
        accept=".ddd,.c1b,.v1b,.tgd"
        hint={<Trans>Drop downloads here: files that end in .ddd, .c1b, .v1b or .tgd.</Trans>}
      />
      <ul className="mt-3 divide-y divide-line" aria-label={t`Downloads`}>
        {outcomes.map((outcome) => (
          <OutcomeLine key={keyOf(outcome)} outcome={outcome} />
        ))}
      </ul>
    </Dialog>
  )
}

/** The same file with the same result is one line, because it changed nothing else (TACHO-7). */
function keyOf({ file, title, fault }: Outcome): string {
  return JSON.stringify([file, title, fault])
}

function OutcomeLine({ outcome: { file, waits, fault, title, days } }: { outcome: Outcome }) {
  const mayReadMessages = usePermission('message.read')
  return (
    <li className="py-2">
      <span className="block font-medium">{title ?? file}</span>
      {days && (
        <span className="block text-[12px] text-ink-3">
          {days[0] === days[1] ? (
            <OrderDay date={days[0]} />
          ) : (
            <Trans>
              From <OrderDay date={days[0]} /> to <OrderDay date={days[1]} />
            </Trans>
          )}
        </span>
      )}
      {title !== null && <span className="block truncate text-[12px] text-ink-3">{file}</span>}
      {fault !== null && <span className="block text-red">{fault}</span>}
      {waits && mayReadMessages && (
        <Link to="/messages" search={{ tab: 'inbox' }} className={linkClass}>
          <Trans>View in inbox</Trans>
        </Link>
      )}
    </li>
  )
}

/** Uploads one file after the other, each with its result, latest first. */
function useUploads() {
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const show = (outcome: Outcome) =>
    setOutcomes((before) => [outcome, ...before.filter((other) => keyOf(other) !== keyOf(outcome))])
  const { mutate, isPending } = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) show(await outcomeOf(file))
    },
    onSuccess: () => refresh(client, 'inbox_item', 'resource'),
  })
  return { outcomes, isBusy: isPending, take: mutate }
}

async function outcomeOf(file: File): Promise<Outcome> {
  try {
    const { reason, plate, drivers, first_day, last_day } = await uploadCard(file)
    const days = first_day !== null && last_day !== null ? ([first_day, last_day] as const) : null
    const names = drivers.map(({ name }) => name).join(', ')
    const title = [plate, names].filter(Boolean).join(': ') || null
    return { file: file.name, waits: reason !== null, fault: reason, title, days }
  } catch (error) {
    const { message, status } = failureOf(error)
    return { file: file.name, waits: status === 422, fault: message, title: null, days: null }
  }
}
