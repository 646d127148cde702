/** The meaning of a state that screens show. Each state has one definition. */
export interface Definition {
  /** The word on the screens. */
  readonly label: string;
  readonly meaning: string;
  /** The condition under which the state applies. */
  readonly rule: string;
}
