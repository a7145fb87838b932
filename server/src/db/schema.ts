/** Tables as composed queries see them. Generated from the database by `npm run generate`; do not edit. */
export interface DB {
  [table: string]: Record<string, never>
}
