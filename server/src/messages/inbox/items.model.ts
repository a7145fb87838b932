/** A new item that matched no record. */
export interface NewInboxItem {
  inbox_item_id: string
  kind: string
  credential_id: string
  message_id: string
  path: string
  item: unknown
  reason: string
  identity: Buffer
}
