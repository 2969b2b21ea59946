import { useTranslation } from 'react-i18next';
import { caseNumberOf } from '@kernel/staff/compliance';
import { typedReason } from '../reveal/access-reason';
import { Breadcrumb } from '../frame/breadcrumb';

interface WayHereProps {
  /** The reason for reading a sender's data, if known: the way leads through a case, otherwise through the search. */
  readonly reason: string | undefined;
  /** The name of this kind of page. */
  readonly here: string;
}

/** The place of a page about a sender, as the navigation marks it (staff-frame.tsx). */
export function WayHere({ reason = '', here }: WayHereProps) {
  const { t } = useTranslation();
  const { kind, reference } = typedReason(reason);
  const throughCase = [
    { to: '/compliance/cases', text: t('compliance.queue') },
    { to: `/compliance/cases/${reference}`, text: caseNumberOf(reference), isId: true },
  ];
  const throughSearch = [{ to: '/compliance/find', text: t('find.nav') }];
  return <Breadcrumb way={kind === 'case' ? throughCase : throughSearch} here={{ text: here }} />;
}
