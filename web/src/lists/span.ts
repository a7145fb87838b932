/** First and last day, `YYYY-MM-DD`. */
export interface Span {
  from?: string | undefined
  to?: string | undefined
}
