import type { MessageDetail } from '@cartage/contract/messages/app/record'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { useLabels } from '../records/code-labels.ts'
import { recordLabels } from '../records/record.labels.ts'
import { usePermission } from '../session/permission.ts'
import { RecordLink } from '../shell/record-path.tsx'
import { Button } from '../ui/button.tsx'
import { HeaderLines } from '../ui/header-lines.tsx'
import { FlaskConical } from '../ui/icons.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { Section, SidePanel } from '../ui/overlay/side-panel.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Properties, Property } from '../ui/properties/properties.tsx'
import { readable } from '../ui/readable-body.ts'
import { LogTime } from '../ui/time/log-time.tsx'
import type { ListProps } from './address.ts'
import { Direction, MessageResult, useMessageKind } from './labels.tsx'
import { messageQuery } from './queries.ts'
import { ReplayDialog } from './replay.dialog.tsx'

const linkClass = 'font-medium text-brand-ink underline-offset-2 hover:underline'

/** One message with request, response and affected records; received ones can be replayed. */
export function MessagePanel({
  messageId,
  onClose,
  onChange,
}: {
  messageId: string
  onClose: () => void
  onChange: ListProps['onChange']
}) {
  const { t } = useLingui()
  const kindLabel = useMessageKind()
  const query = useQuery(messageQuery(messageId))
  const message = query.data
  const [isTrying, setIsTrying] = useState(false)
  const isRunHere = message?.direction === 'IN' && message.kind !== 'order-import' && message.request.body !== null
  const mayTry = usePermission('message.read') && isRunHere
  return (
    <SidePanel
      isWide
      label={t`Message`}
      title={
        message && (
          <>
            <span className="truncate">{kindLabel(message.kind)}</span>
            <MessageResult message={message} />
          </>
        )
      }
      actions={
        mayTry && (
          <Button icon={FlaskConical} onClick={() => setIsTrying(true)}>
            <Trans>Retry…</Trans>
          </Button>
        )
      }
      onClose={onClose}
    >
      {query.error !== null && (
        <div className="py-3">
          <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
        </div>
      )}
      {message && <Facts message={message} onChange={onChange} />}
      {message && <Sides message={message} />}
      {isTrying && <ReplayDialog messageId={messageId} onClose={() => setIsTrying(false)} />}
    </SidePanel>
  )
}

function Facts({ message, onChange }: { message: MessageDetail; onChange: ListProps['onChange'] }) {
  const { t } = useLingui()
  const recordLabel = useLabels(recordLabels)
  return (
    <Section>
      <Properties>
        <Property name={t`Time`}>
          <LogTime instant={message.at} />
        </Property>
        <Property name={t`Direction`}>
          <Direction direction={message.direction} />
        </Property>
        <Property name={t`Type`}>
          <code className="font-mono text-[11.5px]">{message.kind}</code>
        </Property>
        <Property name={t`System`}>{message.party}</Property>
        <Property name={t`Duration`}>
          <span className="tnum">{message.duration_ms} ms</span>
        </Property>
        {message.repeats > 0 && (
          <Property name={t`Repeats`}>
            <Plural
              value={message.repeats}
              one="Received # more time and ignored"
              other="Received # more times and ignored"
            />
          </Property>
        )}
        {message.replay_of !== null && (
          <Property name={t`Rerun of`}>
            <button
              type="button"
              className={linkClass}
              onClick={() => onChange({ peek: message.replay_of ?? undefined })}
            >
              {message.replay_of}
            </button>
          </Property>
        )}
        <Property name={t`Records`}>
          {message.records.length > 0 && (
            <ul>
              {message.records.slice(0, 20).map((record) => (
                <li key={`${record.entity_type} ${record.entity_id}`}>
                  <RecordLink kind={record.entity_type} id={record.entity_id} className={linkClass}>
                    {recordLabel(record.entity_type)}
                  </RecordLink>{' '}
                  <span className="font-mono text-[11.5px] text-ink-2">{record.entity_id}</span>
                </li>
              ))}
            </ul>
          )}
        </Property>
        {message.upload_id !== null && (
          <Property name={t`Upload`}>
            <Link to="/uploads" search={{ peek: message.upload_id }} className={linkClass}>
              <Trans>View upload</Trans>
            </Link>
          </Property>
        )}
        {message.inbox_item_ids.length > 0 && (
          <Property name={t`Inbox`}>
            {message.inbox_item_ids.map((id, at) => (
              <button
                key={id}
                type="button"
                className={`${linkClass} mr-2`}
                onClick={() => onChange({ tab: 'inbox', item: id, peek: undefined })}
              >
                <Trans>item {at + 1}</Trans>
              </button>
            ))}
          </Property>
        )}
      </Properties>
    </Section>
  )
}

function Sides({ message }: { message: MessageDetail }) {
  const { t } = useLingui()
  const { request, answer } = message
  return (
    <>
      <Section title={<Trans>Request</Trans>}>
        <div className="flex flex-col gap-2">
          <HeaderLines label={t`Query`} headers={request.query} />
          <HeaderLines label={t`Request headers`} headers={request.headers} />
          {request.body === null ? (
            <p className="text-ink-3">
              <Plural value={request.body_bytes} one="Body not kept (# byte)" other="Body not kept (# bytes)" />
            </p>
          ) : request.is_base64 ? (
            <p className="text-ink-3">
              <Plural value={request.body_bytes} one="# byte of binary data" other="# bytes of binary data" />
            </p>
          ) : (
            <JsonView label={t`Request body`} value={readable(request.body)} />
          )}
        </div>
      </Section>
      <Section
        title={
          <>
            <Trans>Response</Trans> {message.status !== null && <span className="tnum">· {message.status}</span>}
          </>
        }
      >
        <div className="flex flex-col gap-2">
          {answer.failure !== null && <p className="text-red [overflow-wrap:anywhere]">{answer.failure}</p>}
          <HeaderLines label={t`Response headers`} headers={answer.headers} />
          {answer.body !== null && answer.body !== '' && (
            <JsonView label={t`Response body`} value={readable(answer.body)} />
          )}
        </div>
      </Section>
    </>
  )
}
