import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/icons.tsx'
import { Notice } from '../ui/page/notice.tsx'

/** What a record that exists has in common with one that is created. */
export type SameMember = 'name' | 'code' | 'accounting_code' | 'license_plate' | 'container_number'

/** A record that exists and may be the one that is about to be created. */
export interface SameRecord {
  id: string
  name: string
  member: SameMember
}

type Texts = Readonly<Partial<Record<SameMember, string | null>>>

/** Letters and digits alone: `1-ABC-123` and `1 abc 123` are one plate. */
function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

/** Which members of a record are those that are entered, and not empty. */
export function sameMembers(entered: Texts, record: Texts): SameMember[] {
  return (Object.keys(entered) as SameMember[]).filter((member) => {
    const text = plain(entered[member] ?? '')
    return text !== '' && text === plain(record[member] ?? '')
  })
}

/**
 * Looks for records that exist before one is created. Found ones are shown with a button of its own that creates all the
 * same: two may share a name or a code, and the second press of a double-click must not decide that.
 */
export function useSameRecords() {
  const [found, setFound] = useState<readonly SameRecord[]>([])
  return {
    found,
    /** @param find is given up when it fails: what is entered can be created without it */
    async isNew(find: () => Promise<SameRecord[]>): Promise<boolean> {
      const same = await find().catch(() => [])
      setFound(same)
      return same.length === 0
    },
  }
}

/** The records found, with what each has in common. */
export function SameNotice({
  found,
  linkTo,
  isBusy,
  onCreate,
}: {
  found: readonly SameRecord[]
  isBusy: boolean
  /** Creates what is entered all the same. */
  onCreate: () => void
  /** A link to the record, in another tab. */
  linkTo: (record: SameRecord) => ReactNode
}) {
  const { t } = useLingui()
  if (found.length === 0) return null
  const why: Record<SameMember, string> = {
    name: t`has this name`,
    code: t`has this code`,
    accounting_code: t`has this accounting code`,
    license_plate: t`has this licence plate`,
    container_number: t`has this container number`,
  }
  return (
    <div role="status">
      <Notice icon={Copy} tone="amber">
        <p className="font-medium">
          <Trans>Possible duplicate</Trans>
        </p>
        {found.map((record) => (
          <p key={record.id + record.member}>
            {linkTo(record)} {why[record.member]}
          </p>
        ))}
        <Button className="mt-1.5" isBusy={isBusy} onClick={onCreate}>
          <Trans>Create anyway</Trans>
        </Button>
      </Notice>
    </div>
  )
}
