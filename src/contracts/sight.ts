// What becomes of an image that a tool wants looked at.

export type Sight =
  /** The model of the session sees: the image goes into its result. */
  | { readonly type: "attach" }
  | { readonly type: "described"; readonly text: string }
  | { readonly type: "blind"; readonly why: string };
