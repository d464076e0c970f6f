// SPDX-License-Identifier: GPL-2.0-only
/*
 * Signals that ask the program to stop. The handler only notes the number; everything is undone
 * on the ordinary way out, and then the program dies by that signal.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include "util.h"
#include "sig.h"

static atomic_int caught;

static const int stop_signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };

static void note(int sig)
{
	atomic_store(&caught, sig);
}

/**
 * sig_setup() - from now on only note the signals that ask to stop
 *
 * One that was ignored at the start (nohup, a background job of a shell script) stays ignored.
 * SIGPIPE is ignored: a reader of our output that went away must not cost the restoring.
 */
void sig_setup(void)
{
	struct sigaction sa = { .sa_handler = note };
	struct sigaction old;
	size_t i;

	sigemptyset(&sa.sa_mask);
	for (i = 0; i < ARRAY_SIZE(stop_signals); i++) {
		sigaction(stop_signals[i], NULL, &old);
		if (old.sa_handler != SIG_IGN)
			sigaction(stop_signals[i], &sa, NULL);
	}
	signal(SIGPIPE, SIG_IGN);
}

/**
 * sig_caught() - was the program asked to stop? For any thread.
 *
 * Return: the number of the last such signal, or 0.
 */
int sig_caught(void)
{
	return atomic_load(&caught);
}

/**
 * sig_block() - block every signal in this thread and in those that it starts
 * @old: where the mask found goes, for sig_unblock()
 */
void sig_block(sigset_t *old)
{
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, old);
}

/**
 * sig_unblock() - undo sig_block()
 * @old: the mask that sig_block() stored
 */
void sig_unblock(const sigset_t *old)
{
	pthread_sigmask(SIG_SETMASK, old, NULL);
}

/**
 * sig_die() - die by the signal that was caught
 */
void sig_die(void)
{
	int sig = sig_caught();

	signal(sig, SIG_DFL);
	raise(sig);
}
