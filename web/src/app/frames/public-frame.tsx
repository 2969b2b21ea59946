import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet } from 'react-router-dom';
import { Flex, Stack } from '@mantine/core';
import { useSession } from '../../accounts/use-session';
import { Brand } from '../../ui/parts/brand';
import { ButtonLink } from '../../ui/forms/button';
import { LanguageToggle } from '../texts/language-toggle';
import { PublicFooter } from './public-footer';
import { MAIN_ID } from './skip-link';

/** The frame of the public pages. */
export function PublicFrame() {
  const { t } = useTranslation();
  const signedIn = useSession().session.status === 'signed-in';
  return (
    <Stack gap={0} flex={1} miw={0}>
      <Flex
        component="header"
        className="wrap public-head"
        wrap="wrap"
        align="center"
        rowGap="xs"
        columnGap={{ base: 8, sm: 24 }}
        mih={{ base: 'var(--bar)', sm: 80 }}
      >
        <Brand to="/" />
        <Flex
          component="nav"
          className="site-nav wide-only"
          gap="lg"
          ml="md"
          align="center"
          wrap="wrap"
          aria-label={t('nav.site')}
        >
          <Link className="link" to="/#how">
            {t('landing.how')}
          </Link>
          <NavLink className="link" to="/fees">
            {t('landing.policy.fees')}
          </NavLink>
          <Link className="link" to="/#questions">
            {t('nav.questions')}
          </Link>
        </Flex>
        <LanguageToggle ml="auto" />
        <Link className="link nowrap" to={signedIn ? '/dashboard' : '/signin'}>
          {signedIn ? t('nav.dashboard') : t('nav.signin')}
        </Link>
        {!signedIn && (
          <ButtonLink size="sm" className="wide-only" to="/signup">
            {t('nav.signup')}
          </ButtonLink>
        )}
      </Flex>
      <Stack component="main" gap={0} flex={1} miw={0} id={MAIN_ID} tabIndex={-1}>
        <Outlet />
      </Stack>
      <PublicFooter />
    </Stack>
  );
}
