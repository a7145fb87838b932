import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/icons.tsx'
import { Notice } from '../ui/page/notice.tsx'

/** Member that an existing record shares with a new one. */
export type SameMember = 'name' | 'code' | 'accounting_code' | 'license_plate' | 'container_number'

/** Existing record that may duplicate the new one. */
export interface SameRecord {
  id: string
  name: string
  member: SameMember
}

type Texts = Readonly<Partial<Record<SameMember, string | null>>>

/** Only letters and digits: `1-ABC-123` and `1 abc 123` are the same plate. */
function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

/** Entered non-empty members that match a record. */
export function sameMembers(entered: Texts, record: Texts): SameMember[] {
  return (Object.keys(entered) as SameMember[]).filter((member) => {
    const text = plain(entered[member] ?? '')
    return text !== '' && text === plain(record[member] ?? '')
  })
}

/**
 * Looks for duplicates before a record is created. Matches are shown with a separate button to create it anyway: two
 * records may share a name or code, and the second press of a double-click must not decide that.
 */
export function useSameRecords() {
  const [found, setFound] = useState<readonly SameRecord[]>([])
  return {
    found,
    /** @param find failures are ignored: the record can be created without the check */
    async isNew(find: () => Promise<SameRecord[]>): Promise<boolean> {
      const same = await find().catch(() => [])
      setFound(same)
      return same.length === 0
    },
  }
}

/** Matching records, with the members they share. */
export function SameNotice({
  found,
  linkTo,
  isBusy,
  onCreate,
}: {
  found: readonly SameRecord[]
  isBusy: boolean
  /** Creates the record anyway. */
  onCreate: () => void
  /** Link to the record, in a new tab. */
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
