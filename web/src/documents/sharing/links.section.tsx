import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { Link2 } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { When } from '../../ui/time/when.tsx'
import { EndLink, LinkMaker, LinkState, LinkUse } from './link-parts.tsx'
import { documentLinksQuery } from './queries.ts'

const ShareDialog = lazy(async () => ({ default: (await import('./share.dialog.tsx')).ShareDialog }))

/** Links to download a document without an account: their use, revocation, and a new one. */
export function LinksSection({ documentId, name }: { documentId: string; name: string }) {
  const { t } = useLingui()
  const query = useQuery(documentLinksQuery(documentId))
  const mayShare = usePermission('document.share')
  const [isSharing, setIsSharing] = useState(false)
  return (
    <Section title={t`Links`}>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-3">
              <Trans>No one has a link to this document.</Trans>
            </p>
          ) : (
            <ul aria-label={t`Links`} className="grid gap-3">
              {items.map((link) => (
                <li key={link.document_link_id} className="flex items-start gap-2">
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">
                      <LinkState state={link.state} /> · <LinkMaker {...link} />
                    </span>
                    <span className="block text-[12px] text-ink-2">
                      <Trans>
                        Until <When instant={link.expires_at} isDay />
                      </Trans>
                    </span>
                    <span className="block text-[12px] text-ink-3">
                      <LinkUse {...link} />
                    </span>
                  </span>
                  {mayShare && link.state === 'LIVE' && <EndLink link={link} />}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {mayShare && (
        <div className="pt-3">
          <Button icon={Link2} onClick={() => setIsSharing(true)}>
            <Trans>Share by link…</Trans>
          </Button>
        </div>
      )}
      {isSharing && (
        <LateDialog>
          <ShareDialog
            documentId={documentId}
            name={name}
            mostDays={query.data?.most_days}
            onClose={() => setIsSharing(false)}
          />
        </LateDialog>
      )}
    </Section>
  )
}
