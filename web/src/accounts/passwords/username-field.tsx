/** Tells a password manager whose password a form with no other field for it is about; undefined while that is unknown. */
export function UsernameField({ email }: { readonly email: string | undefined }) {
  return <input type="email" name="email" autoComplete="username" value={email ?? ''} readOnly hidden />;
}
