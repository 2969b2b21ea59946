import type { ComponentProps, ReactNode } from 'react';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NAME_MAX_LENGTH, type Locale, type PersonName } from '@kernel/people/accounts';
import { pastedText } from '@kernel/text/pasted-text';
import { codePointsOf } from '@kernel/text/texts';
import { useProblemText } from '../../lib/api/use-problem-text';
import { LANGUAGE_NAMES } from '../../lib/language';
import { useLanguage } from '../../preferences/use-language';
import { usePreferences } from '../../preferences/use-preferences';
import { Dialog } from '../../ui/feedback/dialog';
import { showSuccess } from '../../ui/feedback/toasts';
import { Button } from '../../ui/forms/button';
import { Checkbox } from '../../ui/forms/checkbox';
import { ErrorSummary, SummaryBox } from '../../ui/forms/error-summary';
import { Segments } from '../../ui/forms/segments';
import { TextField } from '../../ui/forms/text-field';
import { useCheckedForm } from '../../ui/forms/use-checked-form';
import { Muted } from '../../ui/parts/text';
import { CHECK_PARAMS, checkEmail, checkName } from '../passwords/checks';
import { repeatCheck } from '../../verification/use-verification';
import { useMe } from '../use-session';
import { useEmail } from './use-email';
import { useChangeName } from './use-name';

interface ChangeProps {
  readonly onClose: () => void;
}

/** Asks for another address: links are mailed to both. */
export function EmailDialog({ onClose }: ChangeProps) {
  const { t } = useTranslation();
  const { request } = useEmail();
  const form = useCheckedForm({
    name: 'new-email',
    initialValues: { email: '' },
    checks: { email: checkEmail },
    send: async ({ email }) => {
      await request(pastedText(email));
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog {...{ onClose, form }} title={t('about.emailTitle')} submit={t('about.emailGo')}>
      <Muted>{t('about.emailLead')}</Muted>
      <TextField
        {...form.field('email')}
        label={t('about.newEmail')}
        type="email"
        autoComplete="email"
        data-autofocus
      />
    </FormDialog>
  );
}

/** Corrects a name that no identity check has confirmed. */
export function NameDialog({ onClose }: ChangeProps) {
  const { t } = useTranslation();
  const changeName = useChangeName();
  const form = useCheckedForm({
    name: 'new-name',
    initialValues: { ...useName() },
    checks: { firstName: checkName, lastName: checkName },
    params: CHECK_PARAMS,
    send: async (values) => {
      await changeName(trimmed(values));
      showSuccess(t('about.saved'));
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog {...{ onClose, form }} title={t('about.nameTitle')} submit={t('about.save')}>
      <Muted>{t('about.nameLead')}</Muted>
      <NameFields field={form.field} />
    </FormDialog>
  );
}

/** Has a new name checked, since a check has confirmed the present one: leaves for the provider's page. */
export function NameCheckDialog({ onClose }: ChangeProps) {
  const { t } = useTranslation();
  const form = useCheckedForm({
    name: 'new-name',
    initialValues: { ...useName(), consent: false },
    checks: {
      firstName: checkName,
      lastName: checkName,
      consent: (consent: boolean) => (consent ? null : 'kyc.consent_required'),
    },
    params: CHECK_PARAMS,
    send: async (values) => {
      window.location.assign(await repeatCheck(trimmed(values)));
      return undefined;
    },
  });
  return (
    <FormDialog {...{ onClose, form }} title={t('about.nameTitle')} submit={t('about.nameCheckGo')}>
      <Muted>{t('about.nameCheckLead')}</Muted>
      <NameFields field={form.field} />
      <Checkbox {...form.field('consent')} label={t('kyc.consent')} />
    </FormDialog>
  );
}

/** The present name. */
function useName(): PersonName {
  const { firstName, fullName } = useMe();
  return { firstName, lastName: fullName.slice(firstName.length).trim() };
}

const trimmed = ({ firstName, lastName }: PersonName): PersonName => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
});

interface NameFieldsProps {
  readonly field: (path: keyof PersonName) => Pick<ComponentProps<typeof TextField>, 'id' | 'error'>;
}

function NameFields({ field }: NameFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextField {...field('firstName')} label={t('signup.first')} autoComplete="given-name" data-autofocus />
      <TextField {...field('lastName')} label={t('signup.last')} autoComplete="family-name" />
    </>
  );
}

/** How the user is shown; empty = the name. */
export function ShownAsDialog({ onClose }: ChangeProps) {
  const { t } = useTranslation();
  const { fullName, displayName: shown } = useMe();
  const { save } = usePreferences();
  const form = useCheckedForm({
    name: 'shown-as',
    initialValues: { displayName: shown === fullName ? '' : shown },
    checks: { displayName: checkDisplayName },
    params: CHECK_PARAMS,
    send: async ({ displayName }) => {
      await save({ displayName: displayName.trim() });
      showSuccess(t('about.saved'));
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog {...{ onClose, form }} title={t('about.shownAsTitle')} submit={t('about.save')}>
      <TextField
        {...form.field('displayName')}
        label={t('profile.displayName')}
        autoComplete="nickname"
        placeholder={fullName}
        description={t('profile.displayNameHint', { fullName })}
        data-autofocus
      />
    </FormDialog>
  );
}

/** The language of screens and mails, which applies at once. */
export function LanguageDialog({ onClose }: ChangeProps) {
  const { t } = useTranslation();
  const { language, languages, choose } = useLanguage();
  return (
    <Dialog
      open
      place="center"
      title={t('about.language')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('about.done')}</Button>}
    >
      <Stack gap="lg">
        <Muted>{t('about.languageLead')}</Muted>
        <Segments<Locale>
          label={t('about.language')}
          labelHidden
          options={languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={language}
          onChange={(value) => void choose(value)}
        />
      </Stack>
    </Dialog>
  );
}

interface FormDialogProps extends ChangeProps {
  readonly form: Pick<
    ReturnType<typeof useCheckedForm>,
    'busy' | 'attempt' | 'problem' | 'summary' | 'onSubmit'
  >;
  readonly title: string;
  readonly submit: string;
  readonly children: ReactNode;
}

function FormDialog({ onClose, form, title, submit, children }: FormDialogProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { busy, attempt, problem, summary, onSubmit } = form;
  return (
    <Dialog
      open
      place="center"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('about.cancel')}</Button>
          <Button type="submit" form="about-form" tone="primary" busy={busy} busyText={t('profile.saving')}>
            {submit}
          </Button>
        </>
      }
    >
      <form id="about-form" className="stack-24" noValidate onSubmit={onSubmit}>
        {problem !== null && <SummaryBox title={problemText(problem)} attempt={attempt} />}
        <ErrorSummary items={summary} attempt={attempt} />
        {children}
      </form>
    </Dialog>
  );
}

function checkDisplayName(name: string): string | null {
  return codePointsOf(name.trim()) <= NAME_MAX_LENGTH ? null : 'profile.displayNameTooLong';
}
