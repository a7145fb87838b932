import type { SharedLink } from '@cartage/contract/documents/app/sharing'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EndLink, LinkMaker, LinkState, LinkUse } from '../documents/sharing/link-parts.tsx'
import { sharedLinksQuery } from '../documents/sharing/queries.ts'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { SettingsBody } from '../settings/page-body.tsx'
import { Button } from '../ui/button.tsx'
import { CheckField } from '../ui/form/checkbox.tsx'
import { Link2 } from '../ui/icons.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { When } from '../ui/time/when.tsx'

/** All document links of the organisation: creator, use and expiry (DOC-12). */
export function DocumentLinksPage() {
  const { t } = useLingui()
  const [isAll, setIsAll] = useState(false)
  const isAllowed = usePermission('credential.write')
  const query = useInfiniteQuery({ ...sharedLinksQuery(isAll ? 'ALL' : 'LIVE'), enabled: isAllowed })
  return (
    <SettingsBody
      title={t`Links to documents`}
      text={
        <Trans>
          Anyone who has such a link downloads one file without an account. Users create them on the page of a document,
          and each event about a new document has one.
        </Trans>
      }
      permission="credential.write"
    >
      <CheckField isOn={isAll} onChange={setIsAll}>
        <Trans>Also those that have ended</Trans>
      </CheckField>
      <Loaded query={query}>
        {({ pages }) => {
          const links = pages.flatMap(({ items }) => items)
          if (links.length === 0) {
            const text = t`A user creates one on the page of a document, under Links.`
            return <EmptyState icon={Link2} title={t`No links to documents`} text={text} />
          }
          return (
            <>
              <LinksTable links={links} />
              {query.hasNextPage && (
                <Button onClick={() => query.fetchNextPage()} isBusy={query.isFetchingNextPage}>
                  <Trans>Show more</Trans>
                </Button>
              )}
            </>
          )
        }}
      </Loaded>
    </SettingsBody>
  )
}

function LinksTable({ links }: { links: readonly SharedLink[] }) {
  const { t } = useLingui()
  const mayShare = usePermission('document.share')
  const columns: readonly PlainColumn<SharedLink>[] = [
    {
      id: 'document',
      title: t`Document`,
      cell: (link) => (
        <Link
          to="/documents/$documentId"
          params={{ documentId: link.document_id }}
          className="block truncate font-medium underline-offset-2 hover:underline"
        >
          {link.document_name}
        </Link>
      ),
    },
    { id: 'state', title: t`State`, width: 'w-24', cell: (link) => <LinkState state={link.state} /> },
    { id: 'maker', title: t`Created by`, width: 'w-44', cell: (link) => <LinkMaker {...link} /> },
    { id: 'end', title: t`Until`, width: 'w-32', cell: (link) => <When instant={link.expires_at} isDay /> },
    { id: 'use', title: t`Last use`, width: 'w-52', cell: (link) => <LinkUse {...link} /> },
    {
      id: 'buttons',
      title: '',
      width: 'w-28',
      cell: (link) => mayShare && link.state === 'LIVE' && <EndLink link={link} />,
    },
  ]
  return (
    <PlainTable<SharedLink>
      label={t`Links to documents`}
      rows={links}
      keyOf={(link) => link.document_link_id}
      columns={columns}
      isFaded={(link) => link.state !== 'LIVE'}
    />
  )
}
