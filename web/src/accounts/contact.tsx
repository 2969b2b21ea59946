import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicConfig } from '@kernel/people/accounts';

type Support = PublicConfig['support'];

/** The addresses of the links that write to support and call it. */
export function contactLinks({ email, phone }: Support) {
  return { mail: `mailto:${email}`, call: `tel:${phone.replace(/[\s().-]/g, '')}` };
}

/** A sentence in which `{email}` and `{phone}` are links. */
export function Contact({ text, support }: { readonly text: string; readonly support: Support }) {
  const { t } = useTranslation();
  const { mail, call } = contactLinks(support);
  const links: Readonly<Record<string, ReactNode>> = {
    '{email}': <a href={mail}>{support.email}</a>,
    '{phone}': <a href={call}>{support.phone}</a>,
  };
  const pieces = t(text, { email: '{email}', phone: '{phone}' }).split(/(\{\w+\})/);
  return (
    <p>
      {pieces.map((piece, place) => (
        <Fragment key={place}>{links[piece] ?? piece}</Fragment>
      ))}
    </p>
  );
}
